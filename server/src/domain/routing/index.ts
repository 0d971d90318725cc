export { drawOffer, findLinked, findOpen, isFull } from './draw-offer.ts';
export { halfSipHash } from './half-sip-hash.ts';
export {
  loadRouting,
  type RoutedLanding,
  type RoutedOffer,
  type RoutedPath,
  type Routing,
  type RoutingDocument,
} from './load-routing.ts';
export { makeDraw, type Hash32 } from './make-draw.ts';
export { type Draw } from './pool.ts';
export { findRule, noRouteFlags, route, type Kept, type Route } from './route.ts';
