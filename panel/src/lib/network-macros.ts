/** Behind the postback URL of a campaign: what networks say, as most of them call their macros. */
export const networkMacros = '?cid={click_id}&payout={payout}&txid={transaction_id}&status={status}';
