import type { PreparedCall } from '../../api/shapes.ts';
import { sameAddress } from '../../ui/address.ts';
import { decodeApproval } from '../../wallet/calldata.ts';
import type { Asset, TrustedBridge } from '../../wallet/trusted-network.ts';
import { checkApprovals } from '../check-plan.ts';
import type { Mismatch, Step } from '../plan.ts';
import type { SourceFees } from './check-source-fees.ts';

/** The approvals before routes. */
export interface Allowances {
  readonly ofRoutes: readonly Step[];
  readonly ofFees: readonly Step[];
}

/** The approvals: first that of the routes, then that of the fees beside them, each of exactly what is taken. */
export function checkAllowances(
  calls: readonly PreparedCall[],
  taken: {
    readonly asset: Asset;
    readonly bridge: TrustedBridge;
    /** By the routes. */
    readonly units: bigint;
    readonly fees: SourceFees;
    /** Whether none may be left out: what a Safe allows today may be used before its owners have signed. */
    readonly isWhole?: boolean;
  },
): Allowances | Mismatch {
  const { asset, bridge, fees } = taken;
  const isOfFees = ({ data = '' }: PreparedCall) =>
    sameAddress(decodeApproval(data)?.spender, fees.spender);
  const first = calls.findIndex(isOfFees);
  const end = first === -1 ? calls.length : first;
  const approve = (from: readonly PreparedCall[], spender: string, units: bigint) =>
    checkApprovals(from, { spender, isExact: true, totals: [{ asset, units }] });
  const ofRoutes = approve(calls.slice(0, end), bridge.diamond, taken.units);
  if (typeof ofRoutes === 'string') return ofRoutes;
  const ofFees = approve(calls.slice(end), fees.spender, fees.units);
  if (typeof ofFees === 'string') return ofFees;
  const lacksOne = ofRoutes.length === 0 || (fees.units > 0n && ofFees.length === 0);
  return taken.isWhole === true && lacksOne ? 'approval' : { ofRoutes, ofFees };
}
