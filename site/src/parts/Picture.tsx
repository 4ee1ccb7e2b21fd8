export interface ResolvedPicture {
  /** Fallback file, WebP. */
  src: string;
  /** `srcset` in AVIF. */
  avif: string;
  /** `srcset` in WebP, with `sizes` of both; left out if there is only one width. */
  webp?: string;
  sizes?: string;
  width: number;
  height: number;
  alt: string;
}

interface Props {
  picture: ResolvedPicture;
  /** `eager` only above the fold. */
  loading?: 'lazy' | 'eager';
  className?: string;
}

export function Picture({ picture, loading = 'lazy', className = '' }: Props) {
  const { src, avif, webp, sizes, width, height, alt } = picture;
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        src={src}
        srcSet={webp}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={loading === 'lazy' ? loading : undefined}
        className={className}
      />
    </picture>
  );
}
