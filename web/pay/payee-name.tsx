import { Foreign, Row } from '../ui/parts.tsx';
import type { Payment } from './link.ts';
import { payeeNameMessages as messages } from './messages/en/payee-name.ts';

/** Whether the name stands beside the whole address, and never in its place. */
export function isNamed(
  payment: Payment,
): payment is Payment & { readonly payee: string; readonly ensName: string } {
  return payment.payee !== undefined && payment.ensName !== undefined;
}

/** What the address above it calls itself. */
export function PayeeName({ name }: { readonly name: string }) {
  return (
    <Row name={messages.ensName}>
      <Foreign text={name} />
      <p class="fine">{messages.ensNote}</p>
    </Row>
  );
}
