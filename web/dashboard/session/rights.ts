import { useContext } from 'react';
import { LEAST_ROLES } from './least-roles.generated.ts';
import { MemberContext } from './member.ts';

/** What not every member may do, by the name that the API gives it. */
export type LimitedOperation = keyof typeof LEAST_ROLES;

/** Whether who is signed in may do something; the API decides, this only spares others a control that it would refuse. */
export function useMay(operation: LimitedOperation): boolean {
  const role = useContext(MemberContext)?.role;
  return role === 'owner' || role === LEAST_ROLES[operation];
}
