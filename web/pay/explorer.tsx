import type { Link } from './link.ts';
import type { LaterFrame } from './parts.tsx';

/** A link to a transaction in the explorer. */
export function Explorer(props: {
  readonly link: Pick<Link, 'network'>;
  readonly hash: string;
  readonly frame: LaterFrame;
}) {
  const { explorerUrl, transactionPath = 'tx' } = props.link.network;
  return (
    <a
      class="explorer"
      href={`${explorerUrl}/${transactionPath}/${encodeURIComponent(props.hash)}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {props.frame.messages.explorer}
      <span aria-hidden="true"> ↗</span>
    </a>
  );
}
