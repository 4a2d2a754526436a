import { z } from 'zod';

const Tag = z
  .object({
    tag_type_verbose: z.string().nullish(),
    tag_subtype_verbose: z.string().nullish(),
  })
  .nullish();

/** What `POST /api/v4.2/addresses/` answers, as far as it is used. */
export const AddressRisk = z.object({
  identifier: z.string().max(200),
  blockchain: z.union([z.string().max(100), z.number()]).transform(String),
  risk_level: z.int().min(0).max(5),
  risk_level_verbose: z.string().max(100),
  originator: z.array(Tag).nullish(),
  beneficiary: z.array(Tag).nullish(),
  tags: z.object({ owner: Tag, user: Tag }).partial().nullish(),
});

/** The judgement of one wallet. */
export type AddressRisk = z.output<typeof AddressRisk>;

/** The words of version 4 for each level. Version 3 has other levels by the same numbers, which must not pass for these. */
export const LEVEL_WORDS: readonly RegExp[] = [
  /^(no risk( detected)?|none)$/i,
  /^info$/i,
  /^caution$/i,
  /^medium$/i,
  /^high$/i,
  /^critical$/i,
];
