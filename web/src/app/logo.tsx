/** The wordmark, drawn with strokes: a T whose bar is the water line. */
export function Logo() {
  return (
    <svg
      width="110"
      height="28"
      viewBox="0 0 110 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path className="wave" d="M2 8.2c2.6-2.9 5.4-2.9 8.4 0s5.8 2.9 8.4 0" />
      <path
        d={
          'M10.4 8.4V22M24.4 12.6V22M24.4 8h0M38.9 6v16M52.2 17.3h-9.6M57.4 22v-9.4M57.4 16.2a3.6 3.6 0 0 1 7.2 0V22' +
          'M64.6 16.2a3.6 3.6 0 0 1 7.2 0V22M85.9 12.6V22M91 22v-9.4M91 17c0-2.9 1.7-4.5 4.6-4.5M99.6 22V6' +
          'M106.4 12.6l-6.8 5.9M102.3 16.2l4.6 5.8'
        }
      />
      <circle cx="34.1" cy="17.3" r="4.8" />
      <circle cx="81.1" cy="17.3" r="4.8" />
      <path d="M52.2 17.3a4.8 4.8 0 1 0-1.5 3.5" />
    </svg>
  );
}
