import { type ReactElement, useMemo } from 'react';
import { encode } from 'uqr';

interface Props {
  readonly text: string;
  /** What it holds, for whoever does not see it. */
  readonly label: string;
}

/** Dark on light in every scheme: cameras read no other. */
export function QrCode({ text, label }: Props): ReactElement {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { border: 3 });
    const squares = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size, path: squares.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-48 rounded-lg border border-line bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
