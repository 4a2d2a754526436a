/** What stands at a place of a description, behind the references on the way to it. */
export function lookInto(document: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, name) => follow(document, Object(found)[name]),
    follow(document, document),
  );
}

function follow(document: unknown, found: unknown): unknown {
  const to: unknown = Object(found)['$ref'];
  if (typeof to !== 'string') return found;
  return lookInto(document, to.slice('#/'.length).split('/'));
}
