import { currencyById } from '#catalog/currencies.ts';
import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import { visibleText } from '#kit/visible-text.ts';
import type { PaymentProof } from './payment-proof.ts';
import type { PayerReceipt, Receipt, ReceiptAmount } from './receipt.ts';

/** What one thing on a receipt is called, and what it is. */
export interface ReceiptLine {
  readonly name: string;
  readonly text: string;
  /** Whether it is copied and compared, digit by digit. */
  readonly isCode: boolean;
}

/** Lines under a heading. */
export interface ReceiptSection {
  readonly title: string;
  readonly lines: readonly ReceiptLine[];
}

const words = (name: string, text: string): ReceiptLine => ({ name, text, isCode: false });
const code = (name: string, text: string): ReceiptLine => ({ name, text, isCode: true });

/** What stands at the top, on screen and on paper. */
export const RECEIPT_TITLE = 'Payment receipt';

/** What stands on every receipt of a sandbox. */
export const SANDBOX_NOTICE = 'Sandbox: no real money moved.';

/** How anybody checks a receipt. */
export const HOW_TO_VERIFY =
  'Nobody has to trust whoever printed this. Look the transaction up in a block explorer or a node of the network: its event at logIndex carries the Keccak-256 hash of paymentReference, and the token’s own Transfer brings the payee the amount. Any Florin installation with a node of the network compares all of it: send the eight lines from network to amount to POST /v2/receipts/verify.';

/** What a receipt says, for people: the same lines on screen and on paper. The merchant is left out where it stands above them. */
export function sectionsOf(
  receipt: Receipt | PayerReceipt,
  { isMerchantAbove = false }: { readonly isMerchantAbove?: boolean } = {},
): readonly ReceiptSection[] {
  const { proof } = receipt;
  const merchant = isMerchantAbove ? [] : merchantLines(receipt);
  return [
    { title: 'Payment', lines: paymentLines(receipt) },
    { title: 'Payer and payee', lines: [...merchant, ...partyLines(receipt)] },
    ...(proof === null
      ? []
      : [{ title: 'Proof on the chain', lines: proofLines({ ...receipt, proof }) }]),
  ];
}

/** An amount with the symbol that people know. */
export function amountText({ amount, currency }: ReceiptAmount): string {
  return `${amount} ${currencyById(currency)?.symbol ?? currency}`;
}

/** The name of the network on which an amount moved. */
export function networkOf({ currency }: ReceiptAmount): string {
  return networkText(currencyById(currency)?.network ?? currency);
}

const networkText = (network: string) => (isNetworkId(network) ? NETWORKS[network].name : network);

function paymentLines(receipt: Receipt | PayerReceipt): readonly ReceiptLine[] {
  const { received, invoiced, paid, fees, reference, source } = receipt;
  return [
    words('Amount received', `${amountText(received)} on ${networkOf(received)}`),
    ...(invoiced === null ? [] : [words('Counts for', amountText(invoiced))]),
    ...fees.map((fee) => words(feeText(fee.feeType), amountText(fee))),
    ...(paid === null ? [] : [words('Paid in all', paidText(paid, source !== null))]),
    words('Date', `${receipt.paidAt.slice(0, 19).replace('T', ' ')} UTC`),
    words('Reference', reference === null ? 'None' : visibleText(reference)),
    words('State', receipt.isFinal ? 'Final' : 'Confirmed; the network may still take it back'),
  ];
}

/** An amount of another network is of that network. */
function paidText(paid: ReceiptAmount, isElsewhere: boolean): string {
  return isElsewhere ? `${amountText(paid)} on ${networkOf(paid)}` : amountText(paid);
}

const feeText = (feeType: string) => {
  const text = feeType.replaceAll('_', ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

function partyLines(receipt: Receipt | PayerReceipt): readonly ReceiptLine[] {
  const { source } = receipt;
  return [
    ...('account' in receipt ? [words('Account', visibleText(receipt.account))] : []),
    ...walletLines(receipt),
    ...(source === null
      ? []
      : [
          words('Paid from', networkText(source.network)),
          ...(source.transactionHash === null
            ? []
            : [code('Payer’s transaction', source.transactionHash)]),
        ]),
  ];
}

/** A payer is left out with the payee: on the chain the one leads to the other. */
function walletLines({ payee, payerAddress }: Receipt | PayerReceipt): readonly ReceiptLine[] {
  if (payee === null) return [words('Paid to', 'Hidden; the merchant has a receipt with it')];
  return [
    code('Paid to', payee),
    payerAddress === null ? words('Paid by', 'Not known') : code('Paid by', payerAddress),
  ];
}

/** The name is the merchant's own word, which nobody has checked; the domain of its website may be proven. */
function merchantLines({ merchant }: Pick<Receipt, 'merchant'>): readonly ReceiptLine[] {
  if (merchant === null) return [words('Merchant', 'Gave no name')];
  const { displayName, supportUrl, verifiedDomain } = merchant;
  return [
    ...(verifiedDomain === undefined
      ? [words('Merchant', `${visibleText(displayName)} – calls itself so, not verified`)]
      : [
          words('Merchant', visibleText(displayName)),
          words('Website', `${visibleText(verifiedDomain)} – verified`),
        ]),
    ...(supportUrl === undefined
      ? []
      : [words('Questions', visibleText(supportUrl.replace(/^mailto:/, '')))]),
  ];
}

function proofLines({
  proof,
  requestId,
  paymentId,
  explorerUrl,
}: PayerReceipt & { readonly proof: PaymentProof }): readonly ReceiptLine[] {
  const currency = currencyById(proof.currency);
  const { chainId } = NETWORKS[proof.network];
  const isToken = currency !== undefined && currency.type !== 'ETH';
  return [
    code('network', proof.network),
    code('transactionHash', proof.transactionHash),
    code('blockNumber', String(proof.blockNumber)),
    code('logIndex', String(proof.logIndex)),
    code('paymentReference', proof.paymentReference),
    code('payee', proof.payee),
    code('currency', proof.currency),
    code('amount', proof.amount),
    code('Chain ID', String(chainId)),
    ...(isToken ? [code('Token contract', currency.address)] : []),
    code('Request', requestId),
    code('Payment', paymentId),
    ...(explorerUrl === null ? [] : [code('Explorer', explorerUrl)]),
  ];
}
