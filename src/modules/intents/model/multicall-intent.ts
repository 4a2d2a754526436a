import { createHash } from 'node:crypto';
import { type Hex, hexOf } from '#kit/hex.ts';

/** One transaction of a bundle, as a payer's page reports it. */
interface ReportedTransaction {
  readonly childPosition: number;
  readonly transactionIndex: number;
  readonly routeTool?: string | null | undefined;
  readonly sourceToken?: string | undefined;
  readonly sourceAmount?: string | undefined;
  readonly routeKind?: string | undefined;
  readonly bridgeTool?: string | null | undefined;
}

/** What a payer's page reports of a bundle; nothing of it is checked or relied on. */
export interface ReportedMulticall {
  readonly transactionHash?: Hex | undefined;
  readonly safeTransactionHash?: Hex | undefined;
  readonly safeDeadlineSeconds?: number | undefined;
  readonly smartAccountAddress?: string | undefined;
  readonly payerEoaAddress?: string | undefined;
  /** What identifies the report, where it has one. */
  readonly userOperationHash?: Hex | undefined;
  readonly transactions: readonly ReportedTransaction[];
}

/** What the same report has again: of its user operation's hash, or else of all that it says. */
export function fingerprintOf(network: string, reported: ReportedMulticall): Hex {
  const { userOperationHash } = reported;
  const named =
    userOperationHash === undefined
      ? [network, reported.smartAccountAddress, reported.payerEoaAddress, reported.transactions]
      : [userOperationHash.toLowerCase()];
  return hexOf(createHash('sha256').update(JSON.stringify(named)).digest());
}
