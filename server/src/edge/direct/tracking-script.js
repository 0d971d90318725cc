// Runs in the browsers of visitors, on pages of others. It reports the visit that began there, keeps its click id, and
// gives it to everything that leads to an offer. It asks a page for nothing that a strict content policy forbids.
// @ts-nocheck The types of browsers are not among those of the server.
// All of it stays in one function: what is outside would be seen by the page.
// oxlint-disable unicorn/consistent-function-scoping
(() => {
  const { document, location, performance } = window;
  // Taken at once, for a page may put a function of its own in its place later.
  const request = window.fetch.bind(window);
  const script = document.currentScript;
  const before = window.waypost;
  // Only the first of several copies works: each would report a visit.
  if (!script || before?.click) return;

  const { campaign, storage } = script.dataset;
  const base = new URL('.', script.src).href;
  const key = `waypost:${campaign}`;
  const waitMs = 3_000;
  const goesOnMs = 1_800_000;
  let cid;
  let isSettled = false;

  const isClickId = (text) => /^[0-9A-Za-z]{38}$/.test(text);

  // A browser may forbid to keep anything; the click id is then known on this page only.
  const recall = () => {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? {};
    } catch {
      return {};
    }
  };
  const keep = (m) => {
    try {
      if (storage !== 'none') localStorage.setItem(key, JSON.stringify({ cid, m, t: Date.now() }));
    } catch {
      // It stays in memory.
    }
  };

  // Text needs no question in advance whether it may be sent, and what is under way outlives the page.
  const post = (content) =>
    request(`${base}v`, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(content),
    });

  // A page that is loaded again, or reached from another page of the site, belongs to the visit that is known.
  const goesOn = ({ cid: known, t }) =>
    isClickId(known) &&
    (/reload|back/.test(performance.getEntriesByType('navigation')[0]?.type) ||
      (document.referrer.startsWith(`${location.origin}/`) && Date.now() - t < goesOnMs));

  const learn = async () => {
    const memory = recall();
    const given = new URLSearchParams(location.search).get('cid');
    if (isClickId(given) || goesOn(memory)) {
      cid = isClickId(given) ? given : memory.cid;
      keep(memory.m);
    } else if (campaign) {
      const answer = await post({
        c: campaign,
        u: location.href.split('#')[0].slice(0, 9_000),
        r: document.referrer.slice(0, 2_000),
        m: memory.m ?? null,
      });
      const { cid: fresh, m } = await answer.json();
      if (isClickId(fresh)) cid = fresh;
      // Without a memory the workspace wants nothing to be kept.
      if (cid && m) keep(m);
    }
    for (const link of document.links) complete(link);
  };

  // Whether an address is that of a click to an offer.
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
  // Without a click id at least the campaign is named, so that the visitor gets to one of its offers.
  // What the source said goes along: the offer's own link may want it.
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

  // A page that is only prepared may never be seen: it waits until it is.
  const begin = () =>
    Promise.race([learn().catch(() => {}), new Promise((done) => setTimeout(done, waitMs))]).then(() => {
      isSettled = true;
      return cid;
    });
  const known = document.prerendering
    ? new Promise((done) =>
        document.addEventListener('prerenderingchange', () => done(begin()), { once: true }),
      )
    : begin();

  // Just in time, so that links which the page adds later are complete, too.
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

  // Who clicks before the click id is there waits for it; what the page itself handles is left alone.
  window.addEventListener('click', (event) => {
    const link = linkOf(event);
    const isPlain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (isSettled || event.defaultPrevented || !isPlain || !link || !incomplete(link, 'href')) return;
    if (link.target && link.target !== '_self') return;
    event.preventDefault();
    void follow(link);
  });

  // A form that posts keeps the query of its action; of others it is lost, so the click id goes with their fields.
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
  for (const call of before?.q ?? []) waypost.q.push(call);
})();
