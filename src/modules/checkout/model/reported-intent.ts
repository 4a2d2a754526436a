import { FAMILIES } from '#catalog/families.ts';
import { type Network, networkOfSourceChain } from '#catalog/networks.ts';
import { invariant, refuseField } from '#kit/failure.ts';
import { readAddress } from '#modules/destinations/index.ts';
import type { ReportedDetails, ReportedHash, ReportedMulticall } from '#modules/intents/index.ts';
import type { SecurePayment } from '#modules/secure-payments/index.ts';

/** What a payer reports of a payment from a source chain: of a link, or of a bundle. */
export type ReportedInput = SingleReport | MulticallReport;

/** A transaction, or what owners of a multisig wallet sign, that is to pay a link. */
export interface SingleReport {
  readonly of: 'link';
  /** As the specification names it, such as `BASE`. */
  readonly sourceChain: string;
  readonly reported: ReportedHash;
  /** Until when owners may execute it. */
  readonly safeDeadlineSeconds: number | undefined;
  readonly payerAddress: string | undefined;
  /** The id of the source network, where it was sent too. */
  readonly sourceNetwork: string | undefined;
  readonly details: ReportedDetails;
}

/** The transactions of a bundle. */
export interface MulticallReport {
  readonly of: 'bundle';
  readonly sourceChain: string;
  readonly reported: ReportedMulticall;
}

/** The network of a source chain; the names of all are known. */
export function sourceNetworkOf(sourceChain: string): Network {
  const network = networkOfSourceChain(sourceChain);
  invariant(network !== undefined, 'a body names a listed source chain');
  return network;
}

/** A page may report what it sent long after its time: such a deadline is taken. */
const DEADLINE_PAST_MS_MAX = 86_400_000;

/** Refuses (400) a deadline that is too long ago for a time in seconds that anybody means. */
export function checkDeadline(report: ReportedInput, now: Date): void {
  const { safeDeadlineSeconds } = report.of === 'link' ? report : report.reported;
  if (safeDeadlineSeconds === undefined) return;
  if (safeDeadlineSeconds * 1_000 >= now.getTime() - DEADLINE_PAST_MS_MAX) return;
  const message = 'safePaymentDeadline must be in seconds since 1970, and at most a day ago';
  throw refuseField('safePaymentDeadline', message);
}

/** Refuses (400) a report that contradicts itself, field by field. */
export function checkReport(report: SingleReport): void {
  const source = sourceNetworkOf(report.sourceChain);
  const { sourceNetwork } = report;
  if (sourceNetwork !== undefined && sourceNetwork !== source.id) {
    const message = `sourceNetwork must be ${source.id}, which is chain ${report.sourceChain}`;
    throw refuseField('sourceNetwork', message);
  }
}

/** Refuses (400) a report of a source that cannot pay this link. */
export function checkReportFits(
  report: SingleReport,
  {
    link,
    network,
  }: { readonly link: Pick<SecurePayment, 'paymentType'>; readonly network: Network },
): void {
  const { executionKind, routeKind } = report.details;
  const isOwn = report.sourceChain === network.sourceChain;
  if (!FAMILIES[network.family].hasOtherSources || network.sourceChain === undefined) {
    const message = `chain must not be sent: a payment on ${network.name} is made on ${network.name} itself`;
    throw refuseField('chain', message);
  }
  if (link.paymentType === 'batch' && !(isOwn && report.reported.kind === 'safe')) {
    throw refuseField('chain', `chain must not be sent: a batch is paid on ${network.name} itself`);
  }
  if (executionKind !== undefined && executionKind.endsWith('same_chain') !== isOwn) {
    const message = `executionKind ${executionKind} contradicts chain ${report.sourceChain}: the link is paid on ${network.name}`;
    throw refuseField('executionKind', message);
  }
  if (routeKind !== undefined && (routeKind !== 'crosschain') !== isOwn) {
    const message = `routeKind ${routeKind} contradicts chain ${report.sourceChain}: the link is paid on ${network.name}`;
    throw refuseField('routeKind', message);
  }
}

/** An address of the source network as that shows it. Refuses (400) what is none, naming its field. */
export function sourceAddress<Text extends string | undefined>(
  network: Network,
  field: string,
  text: Text,
): Text | string {
  if (text === undefined) return text;
  const address = readAddress(network.family, text);
  if ('problem' in address) throw refuseField(field, `${field} ${address.problem}`);
  return address.text;
}
