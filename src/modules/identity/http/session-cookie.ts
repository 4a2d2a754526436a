import { stringifySetCookie } from 'cookie';
import type { Context } from '#context.ts';
import { SESSION_COOKIE } from '#platform/http/credentials.ts';
import type { OpenedSession } from '../open-session.ts';

/** The header that hands a session's token to a browser, where no script can read it. */
export function sessionCookie(ctx: Context, { token, expiresAt }: OpenedSession) {
  const lifeMs = expiresAt.getTime() - ctx.now().getTime();
  // The session is some milliseconds old by now, and 30 days are sent as such.
  return setCookie(ctx, token, Math.ceil(lifeMs / 1000));
}

/** The header that makes a browser delete its session. */
export function expiredCookie(ctx: Context) {
  return setCookie(ctx, '', 0);
}

function setCookie({ settings }: Context, value: string, maxAge: number) {
  const domain = settings.sessionCookieDomain;
  const header = stringifySetCookie({
    name: SESSION_COOKIE,
    value,
    maxAge,
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    ...(domain !== undefined && { domain }),
  });
  return { 'set-cookie': header };
}
