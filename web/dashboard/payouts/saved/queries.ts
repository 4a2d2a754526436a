import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../api/schema.generated.d.ts';
import { answerOf, api } from '../../api/client.ts';

/** A payout that is kept to be made again. */
export type SavedPayout = components['schemas']['SavedPayout'];

/** As many as an account may have, so that one page has all. */
const ALL = 200;

export const savedPayoutsQuery = queryOptions({
  queryKey: ['saved-payouts'],
  queryFn: () => answerOf(api.GET('/v2/saved-payouts', { params: { query: { limit: ALL } } })),
});
