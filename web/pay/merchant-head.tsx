import type { Merchant } from './merchant.ts';
import { merchantMessages as messages } from './messages/en/merchant.ts';

/** Whose page it is. The server alone draws it: it stays the same as long as the page is open. */
export function MerchantHead({ merchant }: { readonly merchant: Merchant }) {
  const { name, logo, domain, support } = merchant;
  return (
    <header class="merchant">
      {logo && <img class="logo" src={logo} alt={messages.logo} />}
      <div>
        {name === undefined ? (
          <p>{messages.noName}</p>
        ) : (
          <p>
            {messages.requestedBy} <bdi class="merchant-name">{name}</bdi>
          </p>
        )}
        <p class="fine">
          {domain !== undefined ? (
            <span>
              {messages.website} <bdi>{domain}</bdi> · {messages.verified}
            </span>
          ) : (
            name !== undefined && <span>{messages.unverified}</span>
          )}
          {support && (
            <span>
              {messages.questions}{' '}
              <a href={support.url} target="_blank" rel="noopener noreferrer">
                <bdi>{support.shown}</bdi>
              </a>
            </span>
          )}
        </p>
      </div>
    </header>
  );
}
