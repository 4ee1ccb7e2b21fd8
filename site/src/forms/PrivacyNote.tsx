interface Props {
  privacy: string;
  privacyLink: string;
  href?: string;
  className: string;
}

export const PrivacyNote = ({ privacy, privacyLink, href = '#privacidade', className }: Props) => (
  <p className={`${className} text-sm text-muted`}>
    {privacy}{' '}
    <a href={href} className="link inline-block">
      {privacyLink}
    </a>
  </p>
);
