import { Picture, type ResolvedPicture } from './Picture.tsx';

export type Logo = { viewBox: string; shapes: string } | ResolvedPicture;

export interface BrandLook {
  product: string;
  showName: boolean;
  logo?: Logo;
}

function isSquare(viewBox: string): boolean {
  const [, , width, height] = viewBox.split(/[\s,]+/);
  return width === height;
}

function LogoImage({ logo }: { logo: Logo }) {
  if ('src' in logo)
    return (
      <Picture picture={logo} loading="eager" className="h-8 w-auto max-w-40 object-contain" />
    );
  return (
    <svg
      viewBox={logo.viewBox}
      className={`${isSquare(logo.viewBox) ? 'size-8' : 'h-8 w-auto'} text-mark`}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the operator's SVG, checked at build
      dangerouslySetInnerHTML={{ __html: logo.shapes }}
    />
  );
}

export const Brand = ({ product, showName, logo }: BrandLook) => (
  <span className="inline-flex items-center gap-2.5 font-display text-[1.1875rem] font-bold tracking-tight">
    {logo && <LogoImage logo={logo} />}
    <span className={showName ? 'brand-name' : 'sr-only'}>{product}</span>
  </span>
);
