-- People may leave a receiver alone for a while, not only the worker that finds it silent.
GRANT INSERT, UPDATE ON postback_hosts TO waypost_app;
