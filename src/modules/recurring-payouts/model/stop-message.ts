/** What the payer signs to stop a recurring payout from its page. */
export function stopMessageOf({ id }: { readonly id: string }): string {
  return `Stop the recurring payout ${id}. No further payment of it is to be made.`;
}
