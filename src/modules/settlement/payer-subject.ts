import type { LinkWallet } from '#modules/screening/index.ts';
import type { SettlingLink } from '#modules/secure-payments/index.ts';
import type { HeldPayment } from './model/held-payment.ts';

interface SentBy {
  readonly link: SettlingLink;
  readonly walletAddress: string;
}

/** What events about a wallet that sent a payment say beside its decision; what kind of wallet it is, the chain does not show. */
export function subjectOf(
  { senders }: Pick<HeldPayment, 'senders'>,
  { link, walletAddress }: SentBy,
): LinkWallet['subject'] {
  const { clientIdId, clientId, orchestratorId, origin } = link;
  const isKey = senders.payerEoaAddress === walletAddress;
  return {
    walletType: 'eoa',
    parentWalletAddress: null,
    eoaAddress: walletAddress,
    smartAccountAddress: isKey ? senders.payerAddress : null,
    clientIdId,
    clientId,
    orchestratorId,
    origin,
  };
}
