import type { ReactElement } from 'react';
import { payersMessages as messages } from '../messages/en-payers.ts';
import { Badge, type BadgeStyle } from '../ui/badge.tsx';
import type { BankAccount, PayerStatus } from './queries.ts';

const KYC: Readonly<Record<PayerStatus['kycStatus'], BadgeStyle>> = {
  not_started: 'plain',
  pending: 'plain',
  approved: 'good',
  rejected: 'stop',
  retry_required: 'warn',
};

/** Where the check of an identity stands, in a word. */
export function KycBadge({ status }: { readonly status: PayerStatus['kycStatus'] }): ReactElement {
  return <Badge kind={KYC[status]}>{messages.kycStatuses[status]}</Badge>;
}

const AGREEMENT: Readonly<Record<PayerStatus['agreementStatus'], BadgeStyle>> = {
  not_started: 'plain',
  pending: 'plain',
  completed: 'good',
  rejected: 'stop',
  failed: 'stop',
};

/** Where the agreement of a payer stands, in a word. */
export function AgreementBadge({
  status,
}: {
  readonly status: PayerStatus['agreementStatus'];
}): ReactElement {
  return <Badge kind={AGREEMENT[status]}>{messages.agreementStatuses[status]}</Badge>;
}

const ACCOUNT: Readonly<Record<BankAccount['status'], BadgeStyle>> = {
  pending: 'plain',
  approved: 'good',
  failed: 'stop',
};

/** Whether a bank account may be paid out to, in a word. */
export function AccountBadge({ status }: { readonly status: BankAccount['status'] }): ReactElement {
  return <Badge kind={ACCOUNT[status]}>{messages.accounts.statuses[status]}</Badge>;
}
