let before = Promise.resolve();

/**
 * Resolves in a turn of the event loop of its own. A page is rendered in one piece; several in one turn would hold up prices
 * and requests for as long as all of them take.
 */
export function ownTurn(): Promise<void> {
  before = before.then(() => new Promise((resolve) => void setImmediate(resolve)));
  return before;
}
