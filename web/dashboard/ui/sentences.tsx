import type { ReactElement } from 'react';

/** Sentences one below the other, for the person to read before something is done. */
export function Sentences({ texts }: { readonly texts: readonly string[] }): ReactElement {
  return (
    <>
      {texts.map((text) => (
        <p key={text} className="mt-2 first:mt-0 wrap-anywhere">
          {text}
        </p>
      ))}
    </>
  );
}
