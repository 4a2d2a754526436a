import type { ReactElement } from 'react';
import { Badge } from './badge.tsx';
import { type StatusShown, statusWord } from './status-word.ts';

/** The status of a request as a badge. */
export function PaymentStatus(shown: StatusShown): ReactElement {
  const [kind, word] = statusWord(shown);
  return <Badge kind={kind}>{word}</Badge>;
}
