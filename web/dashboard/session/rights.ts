import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from './session.ts';

/** Whether who is signed in may ask for payments, pay out and release; the API decides, this only hides what it would refuse. */
export function useMayMoveMoney(): boolean {
  const role = useQuery(sessionQuery).data?.role;
  return role === 'owner' || role === 'finance';
}

/** Whether who is signed in may see what programs do; the API decides, this only says so before. */
export function useMayDevelop(): boolean {
  const role = useQuery(sessionQuery).data?.role;
  return role === 'owner' || role === 'developer';
}
