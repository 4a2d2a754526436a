import type { ReactElement } from 'react';
import { feeMessages as messages } from '../messages/en-fees.ts';
import { Page } from '../ui/page.tsx';
import { Calculator } from './calculator.tsx';
import { FeeOrder } from './fee-order.tsx';
import { OwnFees } from './own-fees.tsx';

/** What fees come to, which of them apply, and those that the account takes as an orchestrator. */
export function Fees(): ReactElement {
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Calculator />
      <FeeOrder />
      <OwnFees />
    </Page>
  );
}
