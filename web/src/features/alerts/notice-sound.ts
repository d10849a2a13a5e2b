/**
 * Sounds notices. Where the browser lets no page sound that nobody has touched, it says so, once: a sound that does not come is missed by
 * nobody who does not know of it.
 */
export function createNoticeSound<T>(play: (tone: T) => Promise<boolean>): (tone: T, tellBlocked: () => void) => Promise<void> {
  let isTold = false;
  return async (tone, tellBlocked) => {
    if ((await play(tone)) || isTold) return;
    isTold = true;
    tellBlocked();
  };
}
