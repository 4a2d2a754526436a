import { qrPath } from '../../ui/qr-path.ts';

/** A text as a QR code. Dark on light in every colour scheme: cameras read no other. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = qrPath(text);
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <path d={path} />
    </svg>
  );
}
