// Content of the stores for the workspace of a run.
export type StoredTraffic = {
  visits: StoredVisit[];
  clicks: StoredVisit[];
  conversions: { transaction: string; visitId: string; revenue: string }[];
  // Incoming postbacks in the inbox.
  reports: { id: string; verdict: string | null }[];
  // Recorded attempts to send a postback.
  attempts: { transaction: string; number: number; isSuccess: boolean }[];
  // Transactions in the requests that the receiver of the postbacks has answered.
  received: string[];
  // Sums of a report through the public API.
  totals: { visits: number; lpclicks: number; conversions: number; revenue: number };
};

type StoredVisit = { externalId: string | null; visitId: string | null; destination: string };
