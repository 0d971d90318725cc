export type Target = {
  path: string;
  /** Without its `?`; empty where there is none. */
  query: string;
};

/** Path and query of what a request asks for; a proxy may send it with scheme and host before them. */
export function splitPath(url: string): Target {
  const begin = url.startsWith('/') ? 0 : pathBegin(url);
  const mark = url.indexOf('?', begin);
  const end = mark === -1 ? url.length : mark;
  return {
    path: end === begin ? '/' : url.slice(begin, end),
    query: mark === -1 ? '' : url.slice(mark + 1),
  };
}

const origin = /^https?:\/\/[^/?]*/i;

function pathBegin(url: string): number {
  return origin.exec(url)?.[0].length ?? 0;
}
