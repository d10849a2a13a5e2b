/**
 * As many hex digits as 16 bytes have. crypto.randomUUID exists only in secure contexts; this works on plain HTTP in a local network too.
 */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
