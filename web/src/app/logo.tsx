/** The wordmark; the styles draw it, so that another brand is another style sheet. */
export const Logo = () => <i className="logo-mark" />;
