/** Leaves a page only when the site answers: a browser that leaves without a connection shows a page of its own and does not come back. */
export const whenReachable = (leave: () => void): Promise<void> => fetch('/healthz').then(leave, () => {});
