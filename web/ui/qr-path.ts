import { encode } from 'uqr';

/** White squares around a code, which cameras need to find it; the standard (ISO/IEC 18004) asks for four. */
const BORDER = 4;

/** A QR code as the path of its dark squares, each a unit wide, in a square of `size` units. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { border: BORDER });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join('') };
}
