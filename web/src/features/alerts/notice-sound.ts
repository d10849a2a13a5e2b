/**
 * Sounds notices. Where the browser lets no page sound before the user has touched it, it says so, once: a user who does not know of a
 * sound cannot miss it.
 */
export function createNoticeSound<T>(play: (tone: T) => Promise<boolean>): (tone: T, tellBlocked: () => void) => Promise<void> {
  let isTold = false;
  return async (tone, tellBlocked) => {
    if ((await play(tone)) || isTold) return;
    isTold = true;
    tellBlocked();
  };
}
