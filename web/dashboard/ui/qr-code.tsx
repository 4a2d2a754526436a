import { type ReactElement, useMemo } from 'react';
import { qrPath } from '../../ui/qr-path.ts';

interface Props {
  readonly text: string;
  /** What it holds, for whoever does not see it. */
  readonly label: string;
}

/** Dark on light in every scheme: cameras read no other. */
export function QrCode({ text, label }: Props): ReactElement {
  const { size, path } = useMemo(() => qrPath(text), [text]);
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
