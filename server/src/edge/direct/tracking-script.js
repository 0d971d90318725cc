// Runs in visitors' browsers on third-party pages. Reports a visit that starts there, stores its click ID and adds the
// click ID to every link that leads to an offer. Uses nothing that a strict content security policy forbids.
// @ts-nocheck The server's type configuration does not include browser types.
// Everything is inside one function, because anything outside would be visible to the page.
// oxlint-disable unicorn/consistent-function-scoping
(() => {
  const { document, location, performance } = window;
  // Bound immediately, because the page may replace `fetch` later.
  const request = window.fetch.bind(window);
  const script = document.currentScript;
  const previous = window.waypost;
  // If a page includes the script several times, only the first copy runs; otherwise each copy would report a visit.
  if (!script || previous?.click) return;

  const { campaign, storage } = script.dataset;
  const base = new URL('.', script.src).href;
  const key = `waypost:${campaign}`;
  const waitMs = 3_000;
  const sessionMs = 1_800_000;
  let cid;
  let isSettled = false;

  const isClickId = (text) => /^[0-9A-Za-z]{38}$/.test(text);

  // The browser may block storage; the click ID is then known on this page only.
  const recall = () => {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? {};
    } catch {
      return {};
    }
  };
  const store = (m) => {
    try {
      if (storage !== 'none') localStorage.setItem(key, JSON.stringify({ cid, m, t: Date.now() }));
    } catch {
      // The click ID stays in memory.
    }
  };

  // `text/plain` needs no CORS preflight, and `keepalive` lets the request outlive the page.
  const post = (content) =>
    request(`${base}v`, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(content),
    });

  // A reload, or navigation from another page of the site, belongs to the stored visit.
  const continuesVisit = ({ cid: known, t }) =>
    isClickId(known) &&
    (/reload|back/.test(performance.getEntriesByType('navigation')[0]?.type) ||
      (document.referrer.startsWith(`${location.origin}/`) && Date.now() - t < sessionMs));

  const findClickId = async () => {
    const memory = recall();
    const fromUrl = new URLSearchParams(location.search).get('cid');
    if (isClickId(fromUrl) || continuesVisit(memory)) {
      cid = isClickId(fromUrl) ? fromUrl : memory.cid;
      store(memory.m);
    } else if (campaign) {
      const answer = await post({
        c: campaign,
        u: location.href.split('#')[0].slice(0, 9_000),
        r: document.referrer.slice(0, 2_000),
        m: memory.m ?? null,
      });
      const { cid: fresh, m } = await answer.json();
      if (isClickId(fresh)) cid = fresh;
      // If the response has no `m`, the workspace stores nothing in the browser.
      if (cid && m) store(m);
    }
    for (const link of document.links) complete(link);
  };

  // Returns the parsed URL if it is the URL of a landing-page click, `false` otherwise.
  const offerUrl = (address) => {
    try {
      const url = new URL(address, document.baseURI);
      return `${url.origin}${url.pathname}/`.startsWith(`${base}go/`) && url;
    } catch {
      return false;
    }
  };
  const incomplete = (node, name) => {
    const url = offerUrl(node.getAttribute(name));
    return url && !isClickId(url.searchParams.get('cid')) && url;
  };
  // If the click ID is unknown, the link names the campaign, so that the visitor still reaches one of its offers. The
  // page's parameters are passed along, because the offer URL may use them.
  const identify = (fields) => {
    for (const [name, value] of new URLSearchParams(location.search))
      if (!fields.has(name)) fields.set(name, value);
    if (cid) fields.set('cid', cid);
    else if (campaign) fields.set('c', campaign);
  };
  const complete = (node, name = 'href') => {
    const url = (cid || isSettled) && incomplete(node, name);
    if (!url) return;
    identify(url.searchParams);
    node.setAttribute(name, url.href);
  };
  const linkOf = (event) => event.composedPath().find((node) => node.getAttribute?.('href'));

  // A prerendered page may never be shown, so the visit is reported only when the page is activated.
  const begin = () =>
    Promise.race([findClickId().catch(() => {}), new Promise((done) => setTimeout(done, waitMs))]).then(
      () => {
        isSettled = true;
        return cid;
      },
    );
  const known = document.prerendering
    ? new Promise((done) =>
        document.addEventListener('prerenderingchange', () => done(begin()), { once: true }),
      )
    : begin();

  // Completes links on interaction, so that links that the page adds later are covered.
  for (const type of ['click', 'auxclick', 'contextmenu'])
    document.addEventListener(
      type,
      (event) => {
        const link = linkOf(event);
        if (link) complete(link);
      },
      true,
    );

  const follow = async (link) => {
    await known;
    complete(link);
    location.assign(link.getAttribute('href'));
  };

  // A click on an offer link waits until the click ID is known. Clicks that the page handles itself are left alone.
  window.addEventListener('click', (event) => {
    const link = linkOf(event);
    const isPlain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (isSettled || event.defaultPrevented || !isPlain || !link || !incomplete(link, 'href')) return;
    if (link.target && link.target !== '_self') return;
    event.preventDefault();
    void follow(link);
  });

  // POST forms keep the query of their action. GET forms drop it, so the click ID is added to their fields.
  document.addEventListener('submit', ({ target }) => complete(target, 'action'), true);
  document.addEventListener('formdata', ({ target, formData }) => {
    if (offerUrl(target.getAttribute('action'))) identify(formData);
  });

  const waypost = {
    cid: known,
    click: async (link) => {
      await known;
      const url = new URL(link ? `go/${link}` : 'go', base);
      identify(url.searchParams);
      location.assign(url);
    },
    tag: async (...names) => {
      await known;
      if (cid) await post({ cid, t: names }).catch(() => {});
    },
    event: async (event, values) => {
      await known;
      if (cid) await post({ cid, e: { event, ...values } }).catch(() => {});
    },
    q: { push: (call) => call(waypost) },
  };
  window.waypost = waypost;
  for (const call of previous?.q ?? []) waypost.q.push(call);
})();
