import { crosschainMessages as messages } from '../messages/en/crosschain.ts';
import { money } from '../parts.tsx';
import type { RouteNotice, RouteQuote } from './route-state.ts';

interface NoticeProps {
  readonly notice: RouteNotice | undefined;
  readonly quote?: RouteQuote;
}

/** What happened before, above the screen that it led to. */
export function Notice({ notice, quote }: NoticeProps) {
  if (notice === undefined) return null;
  if (typeof notice === 'string') return <p class="notice">{noticeTextOf(notice)}</p>;
  if (quote === undefined) return null;
  const { asset } = quote.source;
  const [before, now] = [notice.beforeUnits, quote.plan.sourceUnits].map((units) =>
    money({ asset, units }),
  );
  return <p class="notice">{messages.review.changed(before ?? '', now ?? '')}</p>;
}

/** What a notice says that is no change of a price. */
export function noticeTextOf(notice: Exclude<RouteNotice, object>): string {
  return isNamed(notice) ? messages.notices[notice] : notice;
}

function isNamed(notice: string): notice is keyof typeof messages.notices {
  return Object.hasOwn(messages.notices, notice);
}
