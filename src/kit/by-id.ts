/**
 * Orders rows by their ids, the oldest first. What an update returns comes in the order of the plan that the server made for it, which
 * changes with what it knows of its tables.
 */
export function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}
