import { z } from 'zod';

/** Ids are UUIDs today; nothing depends on their form but their length. */
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const amount = z.string().regex(/^\d{1,30}(\.\d{1,18})?$/);
const word = z.string().max(100);

/** A bank account of a customer, with the members that are used; others are ignored. */
export const ExternalAccount = z.object({
  id,
  customer_id: id,
  currency: word,
  active: z.boolean(),
});

/** A bank account of a customer. */
export type ExternalAccount = z.output<typeof ExternalAccount>;

/** What a transfer would come to. */
export const DryRun = z.object({
  receipt: z.object({ final_amount: amount.nullish() }).nullish(),
});

/** A transfer, with the members that are used; others are ignored. */
export const Transfer = z.object({
  id,
  client_reference_id: z.string().max(256).nullish(),
  state: word,
  on_behalf_of: id,
  amount,
  source: z.object({ payment_rail: word, currency: word }),
  destination: z.object({ payment_rail: word, currency: word, external_account_id: id }),
  source_deposit_instructions: z.object({
    payment_rail: word,
    currency: word,
    amount,
    to_address: z.string().max(100),
  }),
});

/** The parsed answer about one order. */
export type Transfer = z.output<typeof Transfer>;

/** How the provider says what is wrong. */
export const Problem = z.object({ code: word, message: z.string().max(2_000) });

/** An event, as it is sent to us; its object is not believed. */
export const Event = z.object({
  event_id: z.string().min(1).max(128),
  event_category: word,
  event_object_id: id,
});
