// The picture that stands for a coin where its page is shared.

export const coinPictureSize = { width: 1200, height: 630 } as const;
const folder = '/coin-picture';
export const coinPicturePath = (symbolId: string): string => `${folder}/${encodeURIComponent(symbolId)}.png`;
/** As a server's route; the file is '<symbolId>.png'. */
export const coinPictureRoute = `${folder}/:file`;
