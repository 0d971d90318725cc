export { drawOffer, type IsCapped, type OfferOptions } from './draw-offer.ts';
export { halfSipHash } from './half-sip-hash.ts';
export {
  loadRouting,
  type RoutedLanding,
  type RoutedOffer,
  type RoutedPath,
  type RoutedRule,
  type Routing,
  type RoutingDocument,
} from './load-routing.ts';
export { makeDraw, type Hash32 } from './make-draw.ts';
export { drawFrom, type Draw, type Pool } from './pool.ts';
export { findRule, route, type Route, type RouteOptions } from './route.ts';
