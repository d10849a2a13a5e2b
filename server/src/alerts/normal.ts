/** '100.50' and '0100.5' are one value: 100.5. */
export const normal = (decimal: string | null | undefined): string | null => {
  if (decimal == null) return null;
  const [whole = '', part = ''] = decimal.split('.');
  const digits = part.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '')}${digits ? `.${digits}` : ''}`;
};
