import type { ReactNode } from 'react';
import { messages } from '../messages/en.ts';
import { LEAST_ROLES } from '../session/least-roles.generated.ts';
import { type LimitedOperation, useMay } from '../session/rights.ts';
import { Notice } from './notice.tsx';

interface Props {
  /** What it does, by the name that the API gives it. */
  readonly to: LimitedOperation;
  readonly children: ReactNode;
}

/** What does something, for members whose role may do it; for others nothing. */
export function Allowed({ to, children }: Props): ReactNode {
  return useMay(to) ? children : null;
}

/** What a page is about, for members whose role may do it; others read who may. */
export function NeedsRole({ to, children }: Props): ReactNode {
  const isAllowed = useMay(to);
  if (isAllowed) return children;
  const { title, text } = messages.needsRole;
  const role = LEAST_ROLES[to];
  return (
    <Notice kind="plain">
      <p className="font-semibold">{title[role]}</p>
      <p>{text}</p>
    </Notice>
  );
}
