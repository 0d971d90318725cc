/** Query string with the macro names that most affiliate networks use. */
export const networkMacros = '?cid={click_id}&payout={payout}&txid={transaction_id}&status={status}';
