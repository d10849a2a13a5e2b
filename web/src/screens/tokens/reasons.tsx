/** Why a coin was picked, a point for each line of the text. */
export function Reasons({ text, most = Infinity }: { text: string; most?: number }) {
  return (
    <ul className="pick-why">
      {text
        .split('\n')
        .slice(0, most)
        .map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
    </ul>
  );
}
