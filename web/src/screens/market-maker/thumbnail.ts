const side = 144;

/**
 * Small enough to be kept with the draft; null for what this browser cannot show. As data, so that the page's policy need allow nothing
 * more.
 */
export async function thumbnailOf(file: Blob): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.max(side / bitmap.width, side / bitmap.height);
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    const [width, height] = [bitmap.width * scale, bitmap.height * scale];
    const pen = canvas.getContext('2d');
    if (!pen) return null;
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, side, side);
    pen.drawImage(bitmap, (side - width) / 2, (side - height) / 2, width, height);
    bitmap.close();
    return canvas.toDataURL('image/jpeg', 0.75);
  } catch {
    return null;
  }
}
