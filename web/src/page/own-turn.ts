let before = Promise.resolve();

/**
 * Resolves in a turn of the event loop that is nobody else's. A page is rendered in one piece; several in one turn would hold up prices
 * and requests for as long as all of them take.
 */
export function ownTurn(): Promise<void> {
  before = before.then(() => new Promise((resolve) => void setImmediate(resolve)));
  return before;
}
