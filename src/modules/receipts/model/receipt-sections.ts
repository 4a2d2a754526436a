import { currencyById } from '#catalog/currencies.ts';
import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import type { Language } from '#kit/languages.ts';
import { visibleText } from '#kit/visible-text.ts';
import { messagesIn } from './messages-in.ts';
import type { PaymentProof } from './payment-proof.ts';
import type { PayerReceipt, Receipt, ReceiptAmount } from './receipt.ts';
import type { ReceiptFeeType, ReceiptMessages } from './receipt-messages.ts';
import { amountText, isolated, timeText } from './receipt-texts.ts';

/** What one thing on a receipt is called, and what it is. */
export interface ReceiptLine {
  readonly name: string;
  readonly text: string;
  /** Ours, of somebody else, or one that is copied and compared, digit by digit. */
  readonly kind: 'own' | 'foreign' | 'code';
}

/** Lines under a heading. */
export interface ReceiptSection {
  readonly title: string;
  readonly lines: readonly ReceiptLine[];
}

const own = (name: string, text: string): ReceiptLine => ({ name, text, kind: 'own' });
const foreign = (name: string, text: string): ReceiptLine => ({
  name,
  text: visibleText(text),
  kind: 'foreign',
});
const code = (name: string, text: string): ReceiptLine => ({ name, text, kind: 'code' });

/** In which language the lines of a receipt are. */
interface Wording {
  readonly language: Language;
  readonly messages: ReceiptMessages;
}

interface SectionsOptions {
  readonly language: Language;
  /** Whether the merchant stands above the lines, which leave it out then. */
  readonly isMerchantAbove?: boolean;
}

/** What a receipt says, for people: the same lines on screen and on paper. */
export function sectionsOf(
  receipt: Receipt | PayerReceipt,
  { language, isMerchantAbove = false }: SectionsOptions,
): readonly ReceiptSection[] {
  const { proof } = receipt;
  const messages = messagesIn(language);
  const { sections } = messages;
  const wording = { language, messages };
  const merchant = isMerchantAbove ? [] : merchantLines(receipt, wording);
  return [
    { title: sections.payment, lines: paymentLines(receipt, wording) },
    { title: sections.parties, lines: [...merchant, ...partyLines(receipt, wording)] },
    ...(proof === null
      ? []
      : [{ title: sections.proof, lines: proofLines({ ...receipt, proof }, messages) }]),
  ];
}

/** The name of the network on which an amount moved. */
export function networkOf({ currency }: ReceiptAmount): string {
  return networkText(currencyById(currency)?.network ?? currency);
}

const networkText = (network: string) => (isNetworkId(network) ? NETWORKS[network].name : network);

function paymentLines(
  receipt: Receipt | PayerReceipt,
  { language, messages }: Wording,
): readonly ReceiptLine[] {
  const { received, invoiced, paid, fees, reference, source } = receipt;
  const amount = (money: ReceiptAmount) => amountText(money, language);
  const onNetwork = (money: ReceiptAmount) => messages.onNetwork(amount(money), networkOf(money));
  return [
    own(messages.received, onNetwork(received)),
    ...(invoiced === null ? [] : [own(messages.countsFor, amount(invoiced))]),
    ...fees.map((fee) => own(feeText(fee.feeType, messages), amount(fee))),
    // An amount of another network is of that network.
    ...(paid === null
      ? []
      : [own(messages.paid, source === null ? amount(paid) : onNetwork(paid))]),
    own(messages.date, timeText(receipt.paidAt, language)),
    reference === null
      ? own(messages.reference, messages.noReference)
      : foreign(messages.reference, reference),
    own(messages.state, receipt.isFinal ? messages.final : messages.notFinal),
  ];
}

function feeText(feeType: string, { fees }: ReceiptMessages): string {
  const isKnown = (type: string): type is ReceiptFeeType => Object.hasOwn(fees, type);
  if (isKnown(feeType)) return fees[feeType];
  const text = feeType.replaceAll('_', ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function partyLines(
  receipt: Receipt | PayerReceipt,
  { messages }: Wording,
): readonly ReceiptLine[] {
  const { source } = receipt;
  return [
    ...('account' in receipt ? [foreign(messages.account, receipt.account)] : []),
    ...walletLines(receipt, messages),
    ...(source === null
      ? []
      : [
          own(messages.paidFrom, networkText(source.network)),
          ...(source.transactionHash === null
            ? []
            : [code(messages.payersTransaction, source.transactionHash)]),
        ]),
  ];
}

/** A payer is left out with the payee: on the chain the one leads to the other. */
function walletLines(
  { payee, payerAddress }: Receipt | PayerReceipt,
  messages: ReceiptMessages,
): readonly ReceiptLine[] {
  if (payee === null) return [own(messages.payee, messages.payeeHidden)];
  return [
    code(messages.payee, payee),
    payerAddress === null
      ? own(messages.payer, messages.payerUnknown)
      : code(messages.payer, payerAddress),
  ];
}

/** The name is the merchant's own word, which nobody has checked; the domain of its website may be proven. */
function merchantLines(
  { merchant }: Pick<Receipt, 'merchant'>,
  { language, messages }: Wording,
): readonly ReceiptLine[] {
  if (merchant === null) return [own(messages.merchant, messages.noName)];
  const { displayName, supportUrl, verifiedDomain } = merchant;
  const quoted = (text: string) => isolated(visibleText(text), language);
  return [
    ...(verifiedDomain === undefined
      ? [own(messages.merchant, messages.unverified(quoted(displayName)))]
      : [
          foreign(messages.merchant, displayName),
          own(messages.website, messages.verified(quoted(verifiedDomain))),
        ]),
    ...(supportUrl === undefined
      ? []
      : [foreign(messages.questions, supportUrl.replace(/^mailto:/, ''))]),
  ];
}

function proofLines(
  { proof, requestId, paymentId, explorerUrl }: PayerReceipt & { readonly proof: PaymentProof },
  messages: ReceiptMessages,
): readonly ReceiptLine[] {
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
    code(messages.chainId, String(chainId)),
    ...(isToken ? [code(messages.tokenContract, currency.address)] : []),
    code(messages.request, requestId),
    code(messages.payment, paymentId),
    ...(explorerUrl === null ? [] : [code(messages.explorer, explorerUrl)]),
  ];
}
