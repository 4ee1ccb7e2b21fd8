interface Props {
  privacy: string;
  /** The label of the link to the privacy text. */
  privacyLink: string;
  href?: string;
  className: string;
}

/** The small print below a form's last button. */
export const PrivacyNote = ({ privacy, privacyLink, href = '#privacidade', className }: Props) => (
  <p className={`${className} text-sm text-muted`}>
    {privacy}{' '}
    <a href={href} className="link inline-block">
      {privacyLink}
    </a>
  </p>
);
