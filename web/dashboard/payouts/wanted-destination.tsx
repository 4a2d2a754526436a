import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { tokenAt } from '../destination/tokens.ts';
import { payoutMessages } from '../messages/en-payouts.ts';
import { sessionQuery } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import type { PayoutDraft } from './draft.ts';
import { PAYOUT_NETWORKS } from './pay-currencies.ts';
import { wantedQuery } from './queries.ts';

const messages = payoutMessages.form;

/** An address of EVM networks, written out. */
const WALLET = /^0x[0-9A-Fa-f]{40}$/;

interface Props {
  readonly draft: PayoutDraft;
  readonly onUse: (change: Pick<PayoutDraft, 'network' | 'currency'>) => void;
}

/** Says where the recipient asked to be paid, where that is something else than what is chosen. */
export function WantedDestination({ draft, onUse }: Props): ReactElement | null {
  const wallet = draft.recipient.trim();
  const { data: session } = useQuery(sessionQuery);
  const canQuery = session?.kind === 'wallet' && WALLET.test(wallet);
  const { data: wanted } = useQuery({ ...wantedQuery(wallet), enabled: canQuery });
  if (!wanted) return null;
  const network = PAYOUT_NETWORKS.find(({ chainId }) => chainId === wanted.chainId);
  const token = tokenAt(wanted.chainId, wanted.tokenAddress);
  if (network === undefined || token === undefined || token.id === draft.currency) return null;
  return (
    <Notice kind="plain">
      <p>{messages.wanted(token.symbol, network.name)}</p>
      <Button className="mt-2" onClick={() => onUse({ network: network.id, currency: token.id })}>
        {messages.useWanted}
      </Button>
    </Notice>
  );
}
